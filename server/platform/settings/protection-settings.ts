/** The settings that protect stored data. */
import * as z from 'zod/mini'
import { fileMask, onOrOff } from './setting-forms.ts'

export const protectionSettings = {
  EKRAN_AUDIT_HEADS: {
    schema: z.optional(z.string().check(z.trim(), z.minLength(1))),
    default: undefined,
    accepts: 'the path of a file or a folder, on another disk or machine',
    description:
      'Where the head of the audit (its last number and hash) is written each hour, by the process with `jobs`. ' +
      '`npm run ekran -- audit check` compares the audit with it, so that events cut off at the end are noticed. It ' +
      'should be where a person with access to the database cannot write.',
  },
  EKRAN_AUTHKEY_CHANGES: {
    schema: onOrOff,
    default: 'on',
    accepts: 'on or off',
    description:
      'Whether the endpoints of the specification that change data (subscribing, promo codes, the password, ratings, ' +
      'favourites, positions) accept GET with the token in the address (`authkey`), as its clients send it. Addresses ' +
      'appear in logs, histories and copied links. `off` where every client sends the token as a header or uses ' +
      'POST, as the site does. Endpoints outside the specification never accept it in the address.',
  },
  EKRAN_UMASK: {
    schema: fileMask,
    default: '077',
    accepts: 'three octal digits, the first of them 0, such as 077 or 027',
    description:
      'Permissions that new files and folders of Ekran do not get (umask): the default allows access only to ' +
      'its own user. 027 lets its group read, for another program that reads the data folder. Existing files ' +
      'are not changed; secrets are readable only by the owner in any case.',
  },
  EKRAN_OPERATOR_PASSWORD: {
    schema: z.optional(z.string().check(z.minLength(12), z.maxLength(200))),
    default: undefined,
    accepts: 'a password of 12 characters or more',
    description:
      'Creates the first owner of the console, once, and opens nothing else; see docs/guides/staff.md.',
    secret: true,
  },
} as const
