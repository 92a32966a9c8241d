/** A table of `data/`, read into the code when it is built. */
declare module "*.txt" {
  const text: string;
  export default text;
}
