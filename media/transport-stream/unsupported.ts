/** The stream cannot be passed through. The message is the reason, as text for the operator. */
export class UnsupportedStreamError extends Error {
  override readonly name = 'UnsupportedStreamError'
}
