/** How much of the disk films and recordings may use. */
import * as z from 'zod/mini'
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
  EKRAN_ARCHIVE_STORE: {
    schema: z.optional(z.string().check(z.trim(), z.regex(/^(?:s3:\/\/[^/\n]+(?:\/[^\n]*)?|\/[^\n]+)$/))),
    default: undefined,
    accepts: 's3://bucket/prefix, or the full path of a folder, such as one of another machine',
    description:
      'Where closed files of the archive go, ten minutes each, besides the data folder; with the EKRAN_S3_… settings for an ' +
      'object store. It belongs to this installation only. Set it in every process with `api` or `media`. Without it the ' +
      'archive is on this machine only. See docs/guides/running.md.',
  },
  EKRAN_ARCHIVE_LOCAL_HOURS: {
    schema: wholeNumber(1, 8760),
    default: '24',
    unit: 'hours',
    accepts: 'a whole number from 1 to 8760',
    description:
      'How long files of the archive also stay in the data folder once EKRAN_ARCHIVE_STORE has them; shorter, down to an ' +
      'hour, while the disk is nearly full. What viewers watch most is best read from this machine.',
  },
} as const
