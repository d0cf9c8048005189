/** The public API of monitoring. */
export { addChannelGauges } from './gauges.ts'
export { openPlayCollector, playWorkers, type PlayCollector } from './plays/play-collector.ts'
export { keepReporting } from './keep-reporting.ts'
export { movePlays, readFailures, readPlayDays, readPlays, type PlayDay } from './plays/play-store.ts'
export { readReport, oldMs } from './report-file.ts'
export { statusOfReport } from './status-lines.ts'
export { playMemoryDays } from './plays/age-plays.ts'
export { summarise, type Subject, type Summary } from './plays/play-summary.ts'
export { actingLimit, countLevels, worstFirst, type ChannelReport, type Report } from './report.ts'
export {
  meanRate,
  stallsPerHour,
  startWithin,
  type DeviceKind,
  type PlayKind,
  type PlaySums,
} from './plays/play-sums.ts'
export { duration } from './duration.ts'
