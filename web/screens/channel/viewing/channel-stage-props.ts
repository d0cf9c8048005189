/** The props of a channel's video and its controls. */
import type { Channel, Programme } from '#contract/channels/channels.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import type { Zapping, ZappingState } from '#player/core/zapping/zapping.ts'
import type { StageElements } from '#web/player/playback/use-playback.ts'
import type { BoundViewing } from './use-viewing.ts'

export interface ChannelStageProps {
  /** What plays; null until it is loaded. */
  readonly channel: Channel | null
  /** The channel to be shown next; equal to `channel` unless the viewer is zapping. */
  readonly meant: Channel | null
  readonly playback: Playback | null
  readonly elements: StageElements
  readonly programmes: readonly Programme[]
  readonly viewing: BoundViewing
  readonly zapping: Zapping
  readonly zap: ZappingState
  readonly line: readonly Channel[]
  readonly panelOpen: boolean
  /** `tab`: what the panel shows when it opens; the last one when left out. */
  readonly onPanel: (open: boolean, tab?: 'channels' | 'programme') => void
  /** The card of a refusal is there, in its whole height. */
  readonly onRefusal: () => void
  /** Opens a recording of this or another channel. */
  readonly onProgramme: (cid: number, pid: number) => void
}
