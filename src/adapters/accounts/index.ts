export { newKind, storedKind } from "./account-kinds.js";
export { checkedAccount } from "./checked-account.js";
export { type AccountTest, type ConnectionTests, connectionTests, type Outlets } from "./connection-tests.js";
export { type DescribedKind, describedKinds } from "./described-kinds.js";
export { checkedRows, formatOf, IMPORT_FORMATS, type ImportFormat, rowsOf } from "./import-text.js";
export { type ImportedAccounts, type ImportSettings, importedAccounts } from "./imported-accounts.js";
export { addAccount, changeAccount, type KeptAccount } from "./kept-accounts.js";
export { shownBlog, wholeBlog } from "./shown-blog.js";
