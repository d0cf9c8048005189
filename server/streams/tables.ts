import type { Generated } from 'kysely'

/** The tables of streams and export (`db/migrations/0021-playback-streams.sql`, `0048-stream-versions.sql`, `0117-guests.sql`). */
export interface StreamTables {
  playback_stream: PlaybackStreamTable
  stream_version: StreamVersionTable
  guest_stream: GuestStreamTable
  export_address: ExportAddressTable
}

export interface PlaybackStreamTable {
  /** First letter `s`: tracked by its fetches; otherwise by heartbeats. */
  stream_id: string
  account_id: number
  /** The id of a session, or `x:` and the id of an external player. */
  holder: string
  /** Streams with the same tab replace each other: the first stream's id. */
  tab: string
  /** `live:<cid>`, `archive:<cid>:<begin, unix seconds>` or `film:<vid>:<vfid>`. */
  item: string
  /** Null: only preloaded. */
  started_at: Date | null
  lease_until: Date
  ticket_until: Date
  stopped_at: Generated<Date | null>
  why: Generated<'chosen' | 'session' | 'replaced' | 'lapsed' | null>
  stopped_by: Generated<string | null>
  /** From then on its tickets are refused. */
  refused_from: Generated<Date | null>
}

export interface StreamVersionTable {
  account_id: number
  /** The id of the transaction that wrote the last decision. */
  version: number
}

/** Nothing in it leads to a person: no account, no address, and a row goes with its ticket. */
export interface GuestStreamTable {
  stream_id: string
  /** Keyed hashes of the client's network and of the wider ones around it, the narrowest first. */
  networks: string[]
  /** As in `playback_stream`. */
  item: string
  /** Only preloaded. */
  is_warm: boolean
  lease_until: Date
  ticket_until: Date
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
