/** The public API of releases: allowed versions of packaged apps, their switches, and their error reports. */
export { type Releases, openReleases, releaseWorkers } from './open-releases.ts'
export {
  type NewSwitch,
  type ReleaseChange,
  addSwitch,
  listReleases,
  listSwitches,
  maxSwitches,
  releasesChangedChannel,
  removeSwitch,
  setRelease,
} from './release-store.ts'
export { type ReportGroup, listReports, reportMemoryDays } from './report-store.ts'
export { type Release, type Switch, type VersionSpan, isInOrder, switchesFor, updateFor } from './rules.ts'
export { effectWords, spanWords } from './switch-words.ts'
export { isVersion } from './versions.ts'
