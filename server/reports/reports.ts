/** The public API of reports. */
export { createVisitCounter } from './visits/count-visits.ts'
export { addDays, beginOf, dayOf, daysBetween, daysFrom, mondayOf } from './days/days.ts'
export { type Report, type Period } from './queries/report.ts'
export { listPrices, savePrice } from './queries/rights-report.ts'
export { reportWorkers } from './workers/report-workers.ts'
export { rollUpDays, rollUpNight } from './roll-up/roll-up.ts'
export {
  type BeneathRequest,
  type RowBeneath,
  countBeneath,
  totalBeneath,
  type TotalBeneath,
  isOfEntries,
  rowsBeneath,
} from './beneath/rows-beneath.ts'
export { showReport, type ShownReport } from './queries/show-report.ts'
export { listWeekly, saveWeekly } from './weekly/weekly-targets.ts'
export { weeklyText } from './weekly/weekly-text.ts'
