/** The table of `0129-rate-limits.sql`. */
export interface RateLimitTable {
  key: string
  attempts: number
  ends_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database {
    rate_limit: RateLimitTable
  }
}
