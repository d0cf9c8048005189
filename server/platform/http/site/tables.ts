/** The table of `0135-site-assets.sql`. */
export interface SiteAssetTable {
  path: string
  bytes: Buffer
  is_packed: boolean
  seen_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database {
    site_asset: SiteAssetTable
  }
}
