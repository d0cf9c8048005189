/** People of films and series: corrected by hand, and doubles of one person merged. */
import * as z from 'zod/mini'
import { id, limit, optionalText, page, text, whole } from '#contract/form/fields.ts'
import { undoOfSection } from './changes.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { picturePiece, pictureVersion } from './pictures.ts'

const ListedPerson = z.object({
  id: z.int(),
  name_ru: z.string(),
  name_uz: z.string(),
  name_original: z.string(),
  /** The address of the photo; '' for none. */
  image: z.string(),
  /** In how many titles the person is named. */
  titles: z.int(),
})

const personInput = {
  name_ru: text(120),
  name_uz: text(120),
  name_original: text(120),
  about_ru: text(2000),
  about_uz: text(2000),
  photo: pictureVersion,
}

/** The set of changes that was made; 0 when nothing differed. */
const Changed = z.object({ change_id: z.int(), changed: z.int() })

const view = { section: 'films', level: 'view' } as const
const edit = { section: 'films', level: 'edit' } as const

export const consolePeople = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/people',
    permission: view,
    summary: 'A page of people by a part of a name',
    input: z.object({ q: optionalText(120), page: page(), limit: limit(50, 100) }),
    output: z.object({ people: z.array(ListedPerson), count: z.int() }),
  }),
  doubles: consoleEndpoint({
    method: 'GET',
    path: '/people/doubles',
    permission: view,
    summary: 'Groups of people whose names are the same in another script or spelling',
    input: z.object({}),
    output: z.object({ groups: z.array(z.array(ListedPerson)) }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/people/one',
    permission: view,
    summary: 'A person with everything that can be edited',
    input: z.object({ id: id() }),
    output: z.object({
      ...{ id: z.int(), version: z.int(), titles: z.int(), image: z.string() },
      ...personInput,
      /** Doubles that stand for this person. */
      merged: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
    failures: ['person_gone'],
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/people/save',
    permission: edit,
    summary: 'Saves a person; imports leave who was edited',
    input: z.object({ id: id(), version: whole(0, 2_147_483_647), ...personInput }),
    output: Changed,
    failures: ['person_gone', 'film_nameless', 'changed_since', 'picture_refused'],
  }),
  merge: consoleEndpoint({
    method: 'POST',
    path: '/people/merge',
    permission: edit,
    summary: 'Merges doubles into a person: their films become those of the person',
    input: z.object({ into: id(), doubles: z.array(id()).check(z.minLength(1), z.maxLength(100)) }),
    output: Changed,
    failures: ['person_gone', 'person_merged'],
  }),
  picture: consoleEndpoint({
    method: 'POST',
    path: '/people/picture',
    permission: edit,
    summary: 'Stores the next piece of a photo; the last one makes a picture of them',
    ...picturePiece,
  }),
  undo: consoleEndpoint({
    method: 'POST',
    path: '/people/undo',
    permission: edit,
    summary: 'Takes a change of people back',
    ...undoOfSection,
  }),
}
