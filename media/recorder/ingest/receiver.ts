/** The source of the bytes of a transport stream. */

export interface ReceiverEnd {
  /** Why no more data comes, without the source's address. */
  readonly words: string
  /** ffmpeg may be able to read it: another protocol, an untrusted certificate. */
  readonly isForFfmpeg?: boolean
  /** It is a file, not a live stream. */
  readonly isOver?: true
}

export interface ReceiverEvents {
  /** The bytes are valid only during the call. */
  readonly onBytes: (bytes: Uint8Array) => void
  /** Called once, unless it was closed. */
  readonly onEnd: (end: ReceiverEnd) => void
}

export interface Receiver {
  /** Stops it at once; no callback is called afterwards. */
  close(): void
}
