/** What a machine needs besides the database to join an installation, how its processes leave it, and which edges it believes. */
import * as z from 'zod/mini'
import { addressList, wholeNumber } from './setting-forms.ts'

/** Fewer characters could be guessed from a copy of the database. */
export const minKeyLength = 32
const maxKeyLength = 1000

export const nodeSettings = {
  EKRAN_KEY: {
    schema: z.optional(z.string().check(z.trim(), z.minLength(minKeyLength), z.maxLength(maxKeyLength))),
    default: undefined,
    accepts: 'a random text of 32 to 1000 characters, such as the output of: openssl rand -base64 48',
    description:
      'The key that wraps the secrets of the installation (AES-256-GCM), which are then in the database: a machine joins ' +
      'with DATABASE_URL and this key, without a copied secrets.json. The same in every process on one database; a ' +
      'process with another one, or with none, does not start. The first start with a key takes the secrets over from ' +
      'secrets.json. Without a key they stay in that file. See docs/guides/running.md.',
    secret: true as const,
  },
  EKRAN_KEY_FILE: {
    schema: z.optional(z.string().check(z.trim(), z.minLength(1))),
    default: undefined,
    accepts: 'the path of a file with the key, readable by Ekran’s user only',
    description:
      'The same key from a file, as secret stores of systemd and of containers give it, in place of EKRAN_KEY.',
  },
  EKRAN_READ_REPLICA_URL: {
    schema: z.optional(z.string().check(z.trim(), z.regex(/^postgres(?:ql)?:\/\//))),
    default: undefined,
    accepts: 'a PostgreSQL address, such as postgresql://ekran:password@replica/ekran',
    description:
      'A streaming replica of DATABASE_URL. The catalogue, the channels, the guide and the console’s reports are read from it, ' +
      'each once it has what was written before; while it is behind by more than a second or away, from DATABASE_URL. While that is ' +
      'away, requests that change nothing are answered from the replica.',
    secret: true as const,
  },
  EKRAN_STOP_DELAY_SECONDS: {
    schema: wholeNumber(0, 120),
    default: '0',
    unit: 'seconds',
    accepts: 'a whole number from 0 to 120',
    description:
      'How long a process that was told to stop goes on accepting requests, while `/readyz` says no and every ' +
      'response ends its connection: what a proxy or a balancer needs to notice. One machine needs none.',
  },
  EKRAN_MEDIA_CHANNELS: {
    schema: wholeNumber(0, 10_000),
    default: '0',
    unit: 'channels',
    accepts: 'a whole number from 0 to 10000',
    description:
      'How many channels this process with `media` records at once, where several share the channels; 0 for no limit. Each ' +
      'gets its part in proportion. See docs/guides/running.md.',
  },
  EKRAN_TRUSTED_EDGES: {
    schema: addressList,
    default: '',
    accepts: 'addresses or prefixes with commas between, such as 203.0.113.7,203.0.113.8',
    description:
      "Edges whose X-Forwarded-For is trusted for media (`/p/`) only: those on a partner's machine. What they say of " +
      'viewers changes nothing for the site, logins and the console.',
  },
} as const
