/** The public API of export: a subscriber's channels, archive and guide for other players. */
export { openExportAddresses, type ExportAddresses } from './export-address.ts'
export type { ExportDeps } from './deps.ts'
export { playlistPath, readExportPath, type ExportPath, type ExportResource } from './read-path.ts'
export { listForExport } from './list-channels.ts'
export { writeGuide } from './write-guide.ts'
export { writePlaylist } from './write-playlist.ts'
export { readXtreamPath, xtreamPrefixes } from './read-xtream-path.ts'
export {
  type CategorisedChannel,
  type ShownTitle,
  writeCategories,
  writeChannels,
  writeFilm,
  writeFilms,
  writeListings,
  writeLogin,
  writeSeries,
  writeSeriesList,
} from './write-xtream.ts'
