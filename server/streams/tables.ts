import type { Generated } from 'kysely'

/** The tables of the streams and export rooms (`db/migrations/0021-playback-streams.sql`). */
export interface StreamTables {
  playback_stream: PlaybackStreamTable
  export_address: ExportAddressTable
}

export interface PlaybackStreamTable {
  /** A first letter `s`: seen by what it fetches; else by heartbeats. */
  stream_id: string
  account_id: number
  /** The id of a session, or `x:` and the mark of another player. */
  holder: string
  /** Where one picture follows another: the first stream's id. */
  tab: string
  /** `live:<cid>`, `archive:<cid>:<begin, unix seconds>` or `film:<vid>:<vfid>`. */
  item: string
  /** Null: only kept ready. */
  started_at: Date | null
  lease_until: Date
  ticket_until: Date
  stopped_at: Generated<Date | null>
  why: Generated<'chosen' | 'session' | 'replaced' | 'lapsed' | null>
  stopped_by: Generated<string | null>
  /** From then on its tickets open nothing. */
  refused_from: Generated<Date | null>
}

export interface ExportAddressTable {
  account_id: number
  /** SHA-256 of the secret, 64 hex digits. */
  secret_hash: string
  created_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends StreamTables {}
}
