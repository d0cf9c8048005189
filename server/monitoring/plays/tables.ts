/** The tables of players' reports (`db/migrations/0027-play-quality.sql`). */
export interface PlayQualityTables {
  play_quality: PlayQualityTable
  play_failure: PlayFailureTable
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

declare module '#server/platform/database/schema.ts' {
  interface Database extends PlayQualityTables {}
}
