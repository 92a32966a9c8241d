import type {
  BlogCheck,
  OutgoingImage,
  OutgoingPost,
  PostKey,
  PublishedPost,
  UploadedImage,
} from "../../kernel/index.js";
import type { BlogAccount } from "./accounts.js";
import type { Connection } from "./connection.js";

/** What one blog does: the calls of the port, of this blog. */
export interface Target {
  check(signal: AbortSignal): Promise<BlogCheck>;
  find(key: PostKey, type: string, signal: AbortSignal): Promise<PublishedPost | undefined>;
  post(post: OutgoingPost, signal: AbortSignal): Promise<PublishedPost>;
  update(id: string, post: OutgoingPost, signal: AbortSignal): Promise<PublishedPost>;
  takeBack(id: string, type: string, signal: AbortSignal): Promise<"deleted" | "draft" | undefined>;
  upload(image: OutgoingImage, signal: AbortSignal): Promise<UploadedImage>;
  removeImage(id: string, signal: AbortSignal): Promise<"deleted" | undefined>;
}

/** What a target is made of. */
export interface TargetWorld {
  readonly blog: BlogAccount;
  readonly connection: Connection;
  readonly now: () => Date;
}
