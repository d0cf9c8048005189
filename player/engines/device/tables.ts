/**
 * Which devices have little memory or a poor Media Source, and how much each class buffers. This is the only list of
 * models: everything that buffers or chooses an engine reads it. No set was measured by us: the entries follow what
 * makers document and what other players' users report; an operator's switch overrides the engine and the height.
 */
import type { PlaybackKind } from '#player/core/state/source.ts'
import type { DeviceFacts } from './device-facts.ts'

/** `tv-low`: a television of 1 to 1.5 GB, or one whose system closes apps for their memory. */
export const deviceClasses = ['tv-low', 'tv', 'phone', 'desktop'] as const
export type DeviceClass = (typeof deviceClasses)[number]

/** A group of devices. The first entry that matches a device's facts applies. */
export interface DeviceEntry {
  /** Which devices, in words. */
  readonly devices: string
  /** What of their memory or player is the matter, and where it is documented or reported. */
  readonly reason: string
  readonly matches: (facts: DeviceFacts) => boolean
  readonly deviceClass: DeviceClass
  /** True where the device's own player is preferred to Media Source. */
  readonly prefersAvplay?: true
}

/** Gigabytes that `navigator.deviceMemory` reports for 1 GB and for 1.5 GB: it rounds to a power of two. */
const lowMemoryGb = 1
const smallMemoryGb = 2

export const deviceEntries: readonly DeviceEntry[] = [
  {
    devices: 'Samsung before 2020 (Tizen 2.3 to 5.0, Chromium 63 and older)',
    // Below the floor of our client; listed for a browser on the set that reports a newer engine.
    reason:
      'Media Source leaks memory until the set stalls: shaka-player #2059, #2153, #2220, videojs/http-streaming #674. ' +
      'Their AVPlay reads no fMP4 playlists (jellyfin-tizen #164), and ours are fMP4.',
    matches: ({ tizenVersion }) => tizenVersion !== null && tizenVersion < 5.5,
    deviceClass: 'tv-low',
  },
  {
    devices: 'Samsung of 2020 (Tizen 5.5, Chromium 69)',
    reason:
      'One live start in ten fails in Media Source with timestamps that do not increase: shaka-player #3190 (UN43TU7000). ' +
      'Entry series have about 1.5 GB. AVPlay reads fMP4 playlists from this version on (Samsung, general specifications).',
    matches: ({ tizenVersion }) => tizenVersion === 5.5,
    deviceClass: 'tv-low',
    prefersAvplay: true,
  },
  {
    devices: 'Samsung of 2021 (Tizen 6.0, Chromium 76)',
    reason:
      'The source buffer is full at 4 Mbit/s in 1080p: videojs-contrib-dash #367. With a small buffer Media Source plays ' +
      'without faults (shaka-player #8167), so it stays the engine: it can change quality and tickets while it plays.',
    matches: ({ tizenVersion }) => tizenVersion === 6,
    deviceClass: 'tv-low',
  },
  {
    devices: 'LG before 2022 (webOS 6 and older, Chromium 79 and older)',
    reason:
      'The system restarts the app to free memory during video: jellyfin-webos #173 (webOS 4 and 6), youtube-webos #157 ' +
      '(webOS 3), stremio-bugs #1127 (webOS 5 and 6); a smaller buffer ended it there. shaka-player #3707: the same for stalls.',
    matches: ({ webosEngine }) => webosEngine !== null && webosEngine <= 79,
    deviceClass: 'tv-low',
  },
  {
    devices: 'LG of 32 inches with an HD panel (32LM, 32LQ, 32LR), any webOS',
    reason:
      'The smallest memory of their years, also after an update of the system: youtube-webos #113 (an HD set closes the app).',
    matches: ({ platform, model }) => platform === 'webos' && /^32L[MQR]/.test(model),
    deviceClass: 'tv-low',
  },
  {
    devices: 'Any television of 1 or 1.5 GB that reports it (Android TV sticks, boxes and sets)',
    reason:
      'Android counts television devices of 1 GB, and of 1.5 GB with UHD, as low in memory: ' +
      'https://developer.android.com/training/tv/playback/memory',
    matches: ({ isTelevision, memoryGb }) => isTelevision && memoryGb !== null && memoryGb <= lowMemoryGb,
    deviceClass: 'tv-low',
  },
  {
    devices: 'Any other television',
    reason: 'A source buffer of 50 to 100 MB (dash.js #4933), and a hardware pipeline that seeks slowly.',
    matches: ({ isTelevision }) => isTelevision,
    deviceClass: 'tv',
  },
  {
    devices: 'Phones and tablets, and computers of at most 2 GB',
    reason:
      'The system closes pages in the background by their memory; data that is not watched costs money.',
    matches: ({ isHandheld, memoryGb }) => isHandheld || (memoryGb !== null && memoryGb <= smallMemoryGb),
    deviceClass: 'phone',
  },
  {
    devices: 'Any other computer',
    reason: 'Chromium keeps 150 MB of video per page.',
    matches: () => true,
    deviceClass: 'desktop',
  },
]

/** Seconds. */
export interface BufferTimes {
  /** How far ahead of the position is loaded. */
  readonly ahead: number
  /** How much of what was played stays, for a jump back without a request. */
  readonly behind: number
  /** How much must be there before playback starts or continues. */
  readonly start: number
}

/** What the player may use on a device of this class. */
export interface DeviceLimits {
  readonly buffers: Readonly<Record<PlaybackKind, BufferTimes>>
  /** Nothing higher is played where there is something lower; null for no limit. */
  readonly maxHeight: number | null
  /** False where parts of 200 ms would be five times as many appends as the device manages beside its screen. */
  readonly lowLatency: boolean
  /**
   * True where a stall is ended by pause and play instead of a jump: a television's long hardware pipeline responds
   * slowly to a seek.
   */
  readonly avoidsSeeks: boolean
}

/** `tv-low`: 26 s at 8 Mbit/s, the highest of a 1080p ladder, are 26 MB; UHD would be three times that. */
export const limitsByClass: Readonly<Record<DeviceClass, DeviceLimits>> = {
  'tv-low': {
    buffers: {
      live: { ahead: 10, behind: 8, start: 1 },
      archive: { ahead: 12, behind: 10, start: 1 },
      film: { ahead: 16, behind: 10, start: 1.5 },
    },
    maxHeight: 1080,
    lowLatency: false,
    avoidsSeeks: true,
  },
  tv: {
    buffers: {
      live: { ahead: 14, behind: 20, start: 0.6 },
      archive: { ahead: 20, behind: 20, start: 0.6 },
      film: { ahead: 30, behind: 20, start: 1 },
    },
    maxHeight: null,
    lowLatency: true,
    avoidsSeeks: true,
  },
  phone: {
    buffers: {
      live: { ahead: 14, behind: 20, start: 0.6 },
      archive: { ahead: 20, behind: 20, start: 0.6 },
      film: { ahead: 30, behind: 20, start: 1 },
    },
    maxHeight: null,
    lowLatency: true,
    avoidsSeeks: false,
  },
  desktop: {
    buffers: {
      live: { ahead: 14, behind: 40, start: 0.6 },
      archive: { ahead: 14, behind: 40, start: 0.6 },
      film: { ahead: 40, behind: 30, start: 1 },
    },
    maxHeight: null,
    lowLatency: true,
    avoidsSeeks: false,
  },
}
