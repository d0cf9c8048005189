/** The settings of an object store with the protocol of S3. */
import * as z from 'zod/mini'
import { onOrOff, webAddress } from './setting-forms.ts'

const word = (form: RegExp) => z.string().check(z.trim(), z.regex(form))
const key = z.optional(word(/^[\x21-\x7e]{3,200}$/))

export const objectStoreSettings = {
  EKRAN_S3_ENDPOINT: {
    schema: z.optional(webAddress(/^https?$/)),
    default: undefined,
    accepts: 'an http or https address, such as https://s3.example.uz',
    description:
      'The address of an object store with the protocol of S3 (Ceph, MinIO, a provider’s). Without it it is Amazon’s. ' +
      'Backups go there when their place is an address such as s3://bucket/folder, the archive by EKRAN_ARCHIVE_STORE.',
  },
  EKRAN_S3_REGION: {
    schema: word(/^[a-z\d-]{1,50}$/),
    default: 'us-east-1',
    accepts: 'the name of a region; what the store’s operator says',
    description: 'The region of the object store. Most stores other than Amazon’s accept the default.',
  },
  EKRAN_S3_PATH_STYLE: {
    schema: onOrOff,
    default: 'on',
    accepts: 'on or off',
    description:
      'The bucket is in the path of an address. `off`: in its host name, where the object store demands it.',
  },
  EKRAN_S3_KEY_ID: {
    schema: key,
    default: undefined,
    accepts: 'the id of an access key',
    description: 'The access key of the object store. It must be allowed to read, write, list and delete.',
    secret: true as const,
  },
  EKRAN_S3_SECRET: {
    schema: key,
    default: undefined,
    accepts: 'the secret of that access key',
    description:
      'The secret of EKRAN_S3_KEY_ID. Both are needed, in every process with `api` or `jobs`, and with an archive store in ' +
      'those with `media` too.',
    secret: true as const,
  },
} as const

interface ObjectStoreSettings {
  readonly EKRAN_S3_ENDPOINT?: string | undefined
  readonly EKRAN_S3_REGION: string
  readonly EKRAN_S3_PATH_STYLE: boolean
  readonly EKRAN_S3_KEY_ID?: string | undefined
  readonly EKRAN_S3_SECRET?: string | undefined
}

interface ArchiveStoreSettings extends ObjectStoreSettings {
  readonly EKRAN_ARCHIVE_STORE?: string | undefined
  readonly EKRAN_ARCHIVE_LOCAL_HOURS: number
}

/** Where closed files of the archive go; undefined when they stay on this machine. */
export function archiveStoreOf(settings: ArchiveStoreSettings) {
  const { EKRAN_ARCHIVE_STORE: address, EKRAN_ARCHIVE_LOCAL_HOURS: hours } = settings
  if (address === undefined) return undefined
  return { address, s3: objectStoreAccess(settings), localMs: hours * 3_600_000 }
}

/** How the object store is reached; undefined while it has no keys. */
export function objectStoreAccess(settings: ObjectStoreSettings) {
  const { EKRAN_S3_KEY_ID: keyId, EKRAN_S3_SECRET: secret, EKRAN_S3_ENDPOINT: endpoint } = settings
  if (keyId === undefined || secret === undefined) return undefined
  const { EKRAN_S3_REGION: region, EKRAN_S3_PATH_STYLE: isPathStyle } = settings
  return { endpoint, region, isPathStyle, keyId, secret }
}
