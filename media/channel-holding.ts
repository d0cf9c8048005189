/** Several processes over one store, each of which records a part of the channels. */

/** Which channels this process holds. Everything is asked often: answer from memory. */
export interface ChannelHolding {
  /** Whether a channel's archive may be written to right now; asked before each write. */
  mayWrite(channelId: string): boolean
  /** Whether this process cares for what belongs to no recorded channel: one does at a time. */
  hasFolder(): boolean
  /** Whether any process has a channel. */
  isLeased(channelId: string): boolean
}
