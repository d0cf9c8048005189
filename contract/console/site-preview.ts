/**
 * A page of the site as somebody would see it, for the staff: with values that are not saved yet, at a moment. It is a
 * document for a frame of the console: `POST <sitePreviewRoot><page>` with a form whose field `input` is JSON. It has no
 * scripts, so nothing can be bought, counted or stored on it.
 */
import * as z from 'zod/mini'
import { id, unixSec } from '#contract/form/fields.ts'
import { railLanguages, railPlatforms } from '#contract/site/home.ts'
import { consoleEndpoint, consoleRoot } from './console-endpoint.ts'
import { filmInput } from './films.ts'

export const sitePreviewRoot = `${consoleRoot}/site-preview/`
/** The field of the form. */
export const sitePreviewField = 'input'

const visit = {
  platform: z.enum(railPlatforms),
  language: z.enum(railLanguages),
  audience: z.enum(['guests', 'subscribers']),
  /** The brand. */
  service_id: z._default(id(), 1),
  /** Unix seconds; absent: now. */
  at: z.optional(unixSec()),
}

/** Of a film or series: what stands in its form. */
export const FilmPagePreview = z.object({ vid: id(), ...visit, film: z.object(filmInput) })
/** Of the home page. */
export const HomePagePreview = z.object(visit)

/** What admits a request for a page: it only reads. */
function previewOf(section: 'films' | 'home', page: string) {
  return consoleEndpoint({
    method: 'GET',
    path: `/site-preview/${page}`,
    permission: { section, level: 'view' },
    summary: 'A page of the site for a frame of the console',
    input: z.object({}),
    output: z.object({}),
  })
}

export const sitePreviews = { film: previewOf('films', 'film'), home: previewOf('home', 'home') } as const
