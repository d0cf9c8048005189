/** The public API of monitoring. */
export { addChannelGauges } from './gauges.ts'
export { addArchiveStoreGauges } from './archive-store-gauges.ts'
export { openPlayCollector, playWorkers, type PlayCollector } from './plays/play-collector.ts'
export { keepReporting } from './keep-reporting.ts'
export { movePlays, readFailures, readPlayDays, readPlays, readPlaysOfChannels } from './plays/play-store.ts'
export { problemMemoryDays, problemsRecordedSince, readProblems } from './problem-history.ts'
export { problemDays } from './problem-days.ts'
export { readReport, recordedSource, oldMs } from './stored-report.ts'
export { statusOfReport } from './status-lines.ts'
export { hasPlayedSince } from './plays/played-since.ts'
export { playMemoryDays } from './plays/age-plays.ts'
export { summarise, type Summary } from './plays/play-summary.ts'
export { worstFirst, type ArchiveFacts, type ChannelReport, type DiskFacts, type Report } from './report.ts'
export {
  meanRate,
  stallsPerHour,
  startBoundsMs,
  startWithin,
  type PlayKind,
  type PlaySums,
} from './plays/play-sums.ts'
export { doViewersFail, type HourOfPlays } from './viewers-fail.ts'
export { duration } from './duration.ts'
