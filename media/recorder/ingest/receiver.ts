/** Where the bytes of a transport stream come from. */

export interface ReceiverEnd {
  /** Why nothing more comes, without the source's address. */
  readonly words: string
  /** ffmpeg may read what we cannot: another protocol, an untrusted certificate. */
  readonly isForFfmpeg?: boolean
  /** It is a file, not a live stream. */
  readonly isOver?: true
}

export interface ReceiverEvents {
  /** The bytes are only lent. */
  readonly onBytes: (bytes: Uint8Array) => void
  /** Once, unless it was closed. */
  readonly onEnd: (end: ReceiverEnd) => void
}

export interface Receiver {
  /** Ends it at once; nothing is called afterwards. */
  close(): void
}
