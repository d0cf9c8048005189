/** Turns a manifest of another kind into HLS playlists, for a program that reads only those. */
export interface ManifestTranslator {
  /** True when an answer that begins with these bytes is a manifest. */
  isManifest(head: Uint8Array): boolean
  /** An address that the program requests, as the source has it, and which playlist of the manifest it is. */
  split(address: URL): { readonly address: URL; readonly track?: string }
  /** The reverse of `split`: where a request for a playlist of the manifest is redirected to. */
  join(address: string, track: string): string
  /** The playlist, with absolute addresses. Throws an error with the reason as text. */
  translate(text: string, from: URL, track?: string): string
}
