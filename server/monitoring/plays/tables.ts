/** The tables of players' reports (`db/migrations/0027-play-quality.sql`, `0112-cities.sql`, `0114-play-counts.sql`). */
export interface PlayQualityTables {
  play_quality: PlayQualityTable
  play_failure: PlayFailureTable
  play_network: PlayNetworkTable
}

type DeviceKind = 'tv' | 'phone' | 'tablet' | 'computer' | 'other'
type PlayKind = 'film' | 'archive' | 'live'

export interface PlayQualityTable {
  minute: Date
  device: DeviceKind
  kind: PlayKind
  subject: number
  plays: number
  abandoned: number
  starts: number[]
  played_ms: number
  stalls: number
  stalled_ms: number
  rated_ms: number
  rated_bits: number
  rated_line_ms: number
  switches: number
}

export interface PlayFailureTable {
  minute: Date
  device: DeviceKind
  kind: PlayKind
  subject: number
  code: string
  failures: number
}

export interface PlayNetworkTable {
  hour: Date
  device: DeviceKind
  network: string
  city_id: number
  plays: number
  abandoned: number
  failures: number
  played_ms: number
  stalls: number
  stalled_ms: number
  starts: number[]
  /** 64 times `0` or `1`. */
  viewer_bits: string
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends PlayQualityTables {}
}
