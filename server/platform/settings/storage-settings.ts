/** How much of the disk films and recordings may use. */
import { wholeNumber } from './setting-forms.ts'

export const storageSettings = {
  EKRAN_UPLOAD_GB: {
    schema: wholeNumber(1, 10_000),
    default: '100',
    unit: 'GB',
    accepts: 'a whole number from 1 to 10000',
    description: 'The largest film that can be uploaded in the console.',
  },
  EKRAN_FREE_SPACE_GB: {
    schema: wholeNumber(1, 100_000),
    default: '1',
    unit: 'GB',
    accepts: 'a whole number from 1 to 100000',
    description:
      'The archive deletes its oldest minutes, over all channels, before less than this is free on its ' +
      'disk. The size of three minutes of recording always stays free. Packaging of a film waits while less ' +
      'than this would be free on the disk of the films.',
  },
} as const
