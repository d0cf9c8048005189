import type { InformationTexts } from './texts/information-page.ts'
import { about } from './texts/about.ts'
import { android } from './texts/android.ts'
import { answers } from './texts/answers.ts'
import { job } from './texts/job.ts'
import { pay } from './texts/pay.ts'
import { lg, samsung } from './texts/televisions.ts'
import type { InformationSlug } from '#contract/site/information.ts'

/** The pages as they stand until an operator writes others. */
export const builtInPages: Readonly<Record<InformationSlug, InformationTexts>> = {
  about,
  answers,
  android,
  job,
  lg,
  pay,
  samsung,
}
