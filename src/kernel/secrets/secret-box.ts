/** Encrypts texts with a key that it keeps. */
export interface SecretBox {
  /** The text, encrypted and bound to `label`; another text every time. */
  seal(text: string, label: string): Promise<string>;
  /** Throws SECRET_UNREADABLE when its key is not there, it was damaged, or it was sealed under another label. */
  open(sealed: string, label: string): Promise<string>;
}
