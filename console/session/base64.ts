const charactersAtOnce = 8192

/** Bytes as base64, for a piece of an upload. */
export function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += charactersAtOnce)
    binary += String.fromCharCode(...bytes.subarray(at, at + charactersAtOnce))
  return btoa(binary)
}
