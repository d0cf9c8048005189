/** Which phone apps open links to this site; the systems read it from the site itself (`http/site/app-link-routes.ts`). */
import * as z from 'zod/mini'

const fingerprint = /^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/i

export interface AndroidLinks {
  readonly appId: string
  /** SHA-256 of the certificates the app is signed with, as `keytool -list` prints them. */
  readonly fingerprints: readonly string[]
}

/** `uz.example.tv AB:CD:…`; undefined for anything else. */
function readAndroidLinks(text: string): AndroidLinks | undefined {
  const [appId = '', ...fingerprints] = text.trim().split(/[\s,]+/)
  const isValid =
    /^[a-z][\w]*(?:\.[a-z][\w]*)+$/i.test(appId) &&
    fingerprints.length > 0 &&
    fingerprints.length <= 10 &&
    fingerprints.every((one) => fingerprint.test(one))
  return isValid ? { appId, fingerprints: fingerprints.map((one) => one.toUpperCase()) } : undefined
}

export const appLinkSettings = {
  EKRAN_ANDROID_LINKS: {
    schema: z.optional(
      z.pipe(
        z.string().check(z.refine((text) => readAndroidLinks(text) !== undefined)),
        z.transform((text: string) => readAndroidLinks(text)),
      ),
    ),
    default: undefined,
    accepts: 'the id of the app and one or more SHA-256 fingerprints, as `uz.example.tv AB:CD:…:EF`',
    description:
      'The Android app that opens links to this site, and the fingerprints of its signing certificates, with blanks ' +
      'between. They are at /.well-known/assetlinks.json. See docs/guides/apps.md.',
  },
  EKRAN_IOS_LINKS: {
    schema: z.optional(z.string().check(z.trim(), z.regex(/^[A-Z\d]{10}\.[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)+$/))),
    default: undefined,
    accepts: 'the team and the id of the app, as ABCDE12345.uz.example.tv',
    description:
      'The iOS app that opens links to this site. It is at /.well-known/apple-app-site-association. See ' +
      'docs/guides/apps.md.',
  },
}
