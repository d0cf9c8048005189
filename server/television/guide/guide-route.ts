/** Maps a channel of the guide to one of ours. Several of ours may use one of the guide's. */
export interface GuideRoute {
  readonly from: number
  readonly cid: number
  /** Shifts the times for this channel of ours (`tvg-shift`). */
  readonly shiftMin: number
}
