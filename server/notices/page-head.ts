import { findPageTexts } from './page-text.ts'
import type { PageText } from './page-texts.ts'
import type { HeadFacts } from './rules.ts'
import { chooseText, headOf, notFoundHead, pageOf, textOfThing, textPath, thingOf } from './rules.ts'
import type { Language } from '#contract/failures.ts'
import type { PageMatch } from '#contract/pages.ts'
import type { Db } from '#server/platform/database.ts'
import type { PageHead } from '#server/platform/http/page-html.ts'

/** What pages about one thing need to know of it; the house gives these. Undefined: there is no such thing. */
export interface HeadPorts {
  filmHead(vid: number, language: Language): HeadFacts | undefined
  channelHead(cid: number, language: Language): HeadFacts | undefined
  personHead(aid: number, language: Language): HeadFacts | undefined
}

export interface PageHeadNeeds extends HeadPorts {
  readonly db: Db
}

/**
 * The head of the page at `path` (a query is ignored). A language in the path goes before the asked one. Status
 * 404 for a path that is no page and for a film or channel that does not exist.
 */
export async function pageHead(
  needs: PageHeadNeeds,
  asked: { readonly path: string; readonly language: Language; readonly origin: string },
): Promise<PageHead> {
  const match = pageOf(asked.path)
  if (match === null) return notFoundHead(asked.language)
  const language = match.language ?? asked.language
  const facts = factsOf(needs, match, language)
  if (facts === undefined) return notFoundHead(language)
  const text = await textOf(needs.db, asked.path, language, facts)
  return headOf({ ...asked, match, language, text, facts })
}

/** Title and description for a navigation inside the client (SEO-01). A path that is no page has those of `/`. */
export async function pageTitle(needs: PageHeadNeeds, path: string, language: Language): Promise<PageText> {
  const match = pageOf(path)
  const inPath = match?.language ?? language
  const facts = match === null ? null : (factsOf(needs, match, inPath) ?? null)
  return textOf(needs.db, path, inPath, facts)
}

async function textOf(
  db: Db,
  address: string,
  language: Language,
  facts: HeadFacts | null,
): Promise<PageText> {
  const path = textPath(address)
  const written = await findPageTexts(db, [...new Set([path, '/'])])
  // A page about one thing is named by that thing, unless an operator wrote something for exactly this page.
  if (facts !== null && !written.has(path)) return textOfThing(facts, language)
  return chooseText(path, written, language)
}

function factsOf(ports: HeadPorts, match: PageMatch, language: Language): HeadFacts | null | undefined {
  const thing = thingOf(match)
  if (thing === null) return null
  const heads = { film: ports.filmHead, channel: ports.channelHead, person: ports.personHead }
  return heads[thing.kind](thing.id, language)
}
