/** The built-in pages about the service; each file has the format that `pages import` accepts. */
import * as z from 'zod/mini'
import { PageInput, type InformationTexts } from './texts/information-page.ts'
import about from './texts/about.json' with { type: 'json' }
import android from './texts/android.json' with { type: 'json' }
import answers from './texts/answers.json' with { type: 'json' }
import job from './texts/job.json' with { type: 'json' }
import lg from './texts/lg.json' with { type: 'json' }
import pay from './texts/pay.json' with { type: 'json' }
import samsung from './texts/samsung.json' with { type: 'json' }
import { type InformationSlug, informationSlugs } from '#contract/site/information.ts'

/** The pages until an operator writes others. */
export const builtInPages: Readonly<Record<InformationSlug, InformationTexts>> = {
  about: textsOf(about),
  answers: textsOf(answers),
  android: textsOf(android),
  job: textsOf(job),
  lg: textsOf(lg),
  pay: textsOf(pay),
  samsung: textsOf(samsung),
}

/** The built-in page of this name; undefined for a page of the staff's own. */
export function builtInPage(slug: string): InformationTexts | undefined {
  const builtIn = informationSlugs.find((one) => one === slug)
  return builtIn === undefined ? undefined : builtInPages[builtIn]
}

function textsOf(page: unknown): InformationTexts {
  const { ru, uz } = z.parse(PageInput, page)
  return { ru, uz }
}
