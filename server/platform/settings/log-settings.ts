import * as z from 'zod/mini'
import { logLevels } from '#server/platform/log/events/log-event.ts'
import { wholeNumber } from './setting-forms.ts'

/** What is written to the log, and where. */
export const logSettings = {
  EKRAN_LOG_LEVEL: {
    schema: z.literal([...logLevels]),
    default: 'info',
    accepts: logLevels.join(', '),
    description: 'The lowest level of the lines written to standard error.',
  },
  EKRAN_LOG_FILES_MB: {
    schema: wholeNumber(0, 2000),
    default: '128',
    unit: 'MB',
    accepts: 'a number of megabytes up to 2000; 0 writes no files',
    description:
      'The same lines are also written to files in the folder `logs` of the data folder, of each process up to this ' +
      'size, for the search by request id. The oldest are deleted.',
  },
} as const
