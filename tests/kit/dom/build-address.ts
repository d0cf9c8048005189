import type { PlaybackAddress } from '#contract/channels/channels.ts'

/** An address that plays for an hour from the second 1,800,000,000, with a stream lease that counts. */
export function buildAddress(own: Partial<PlaybackAddress> = {}): PlaybackAddress {
  return {
    url: '/media/master.m3u8?ticket=a',
    dash_url: null,
    expires_at: 1_800_003_600,
    stream_id: 'b0123456789',
    heartbeat_sec: 30,
    ...own,
  }
}
