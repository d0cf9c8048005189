/** Collections of films by hand. Every change is a set that can be taken back. */
import * as z from 'zod/mini'
import { id, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** The version that was shown: a newer one refuses the change. 0 for a new thing. */
const version = whole(0, 2_147_483_647)

const collectionInput = {
  name_ru: text(160, 1),
  name_uz: text(160, 1),
  description_ru: text(2000),
  description_uz: text(2000),
  is_hidden: z.boolean(),
  /** Films and series in their order. */
  vids: z.array(id()).check(z.maxLength(500)),
}

const Film = z.object({
  vid: z.int(),
  name_ru: z.string(),
  name_uz: z.string(),
  year: z.int(),
  /** The address of its poster; '' for none. */
  image: z.string(),
  /** Viewers do not see it now: hidden, deleted or outside its window. */
  is_missing: z.boolean(),
})

/** The set of changes that was made; 0 when nothing differed. */
const Changed = z.object({ change_id: z.int(), id: z.int() })

const view = { section: 'home', level: 'view' } as const
const edit = { section: 'home', level: 'edit' } as const
const ids = z.array(id()).check(z.minLength(1), z.maxLength(1000))

export const consoleCollections = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/collections',
    permission: view,
    summary: 'All collections in their order, hidden ones too',
    input: z.object({}),
    output: z.object({
      collections: z.array(
        z.object({
          id: z.int(),
          version: z.int(),
          name_ru: z.string(),
          name_uz: z.string(),
          is_hidden: z.boolean(),
          films: z.int(),
          /** The poster of its first film; '' for none. */
          image: z.string(),
          /** Languages in which a text is missing that the other has. */
          missing: z.array(z.enum(['ru', 'uz'])),
        }),
      ),
    }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/collections/one',
    permission: view,
    summary: 'A collection with its films',
    input: z.object({ id: id() }),
    output: z.object({ ...collectionInput, id: z.int(), version: z.int(), films: z.array(Film) }),
    failures: ['collection_not_found'],
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/collections/save',
    permission: edit,
    summary: 'Saves a collection, or creates one; imports leave it from then on',
    input: z.object({ id: z.nullable(id()), version, ...collectionInput }),
    output: Changed,
    failures: ['collection_not_found', 'collections_full', 'film_not_found', 'changed_since'],
  }),
  order: consoleEndpoint({
    method: 'POST',
    path: '/collections/order',
    permission: edit,
    summary: 'Puts the collections into this order, unless it is another one now than that which was shown',
    input: z.object({ ids, shown: ids }),
    output: Changed,
    failures: ['collection_not_found', 'order_changed_since'],
  }),
  hide: consoleEndpoint({
    method: 'POST',
    path: '/collections/hide',
    permission: edit,
    summary: 'Hides a collection, or shows it again',
    input: z.object({ id: id(), is_hidden: z.boolean() }),
    output: Changed,
    failures: ['collection_not_found'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/collections/remove',
    permission: edit,
    summary: 'Deletes a collection; an undo brings it back, and no import does',
    input: z.object({ id: id() }),
    output: Changed,
    failures: ['collection_not_found'],
  }),
}
