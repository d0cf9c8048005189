/** The public API of monitoring: what other modules may use. */
export { addChannelGauges } from './gauges.ts'
export { keepPlays, playWorkers } from './keep-plays.ts'
export { keepReporting } from './keep-reporting.ts'
export { lookAtPlays } from './look-at-plays.ts'
export { movePlays } from './play-store.ts'
export { operatorMount } from './operator-mount.ts'
export { readReport } from './report-file.ts'
export { statusOfReport } from './status-lines.ts'
