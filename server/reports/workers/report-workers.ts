/** The jobs of reports. */
import type { JobWorker } from '#server/platform/jobs.ts'
import { rollUpWorkers } from '#server/reports/roll-up/roll-up-workers.ts'
import { weeklyWorkers, type WeeklyTools } from '#server/reports/weekly/weekly-workers.ts'

export function reportWorkers(tools: WeeklyTools): readonly JobWorker[] {
  return [...rollUpWorkers(tools), ...weeklyWorkers(tools)]
}
