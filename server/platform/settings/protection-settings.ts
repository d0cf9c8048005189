/** The settings that protect stored data. */
import * as z from 'zod/mini'
import { fileMask, onOrOff } from './setting-forms.ts'

export const protectionSettings = {
  EKRAN_AUDIT_HEADS: {
    schema: z.optional(z.string().check(z.trim(), z.minLength(1))),
    default: undefined,
    accepts: 'the path of a file or a folder, on another disk or machine',
    description:
      'Where the head of the record of events (its last number and hash) is written each hour, by whoever has `jobs`. ' +
      '`npm run ekran -- audit check` compares the record with it, so that events cut off at the end are noticed. It ' +
      'should lie where somebody who reaches the database cannot write.',
  },
  EKRAN_AUTHKEY_CHANGES: {
    schema: onOrOff,
    default: 'on',
    accepts: 'on or off',
    description:
      'Whether the calls of the specification that change something (subscribing, promo codes, the password, ratings, ' +
      'favourites, places) may be asked by GET with the token in the address (`authkey`), as its clients do. Addresses ' +
      'end up in logs, histories and what people copy. `off` where every client sends the token as a header or asks by ' +
      'POST, as the site does. Calls that the specification does not have never take it so.',
  },
  EKRAN_UMASK: {
    schema: fileMask,
    default: '077',
    accepts: 'three octal digits, the first of them 0, such as 077 or 027',
    description:
      'What others on this machine may not do with files and folders that Ekran makes (umask): the usual one keeps them to ' +
      'its own user. 027 lets its group read, for a program of yours that reads the data folder itself. What is there ' +
      'already stays as it is; secrets are the owner’s alone in any case.',
  },
  EKRAN_OPERATOR_PASSWORD: {
    schema: z.optional(z.string().check(z.minLength(12), z.maxLength(200))),
    default: undefined,
    accepts: 'a password of 12 characters or more',
    description:
      'Opens the pages under `/operator/` (user name `operator`). Without it they are for this machine alone.',
    secret: true,
  },
} as const
