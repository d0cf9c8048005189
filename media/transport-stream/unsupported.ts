/** The stream is one that cannot be carried as it is. The message says why, in words for the operator. */
export class UnsupportedStreamError extends Error {
  override readonly name = 'UnsupportedStreamError'
}
