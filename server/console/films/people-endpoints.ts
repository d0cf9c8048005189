/** People of films and series in the console. */
import { consolePeople } from '#contract/console/people.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import {
  type StaffPerson,
  editPerson,
  findStaffPerson,
  listDoubles,
  listStaffPeople,
  mergePeople,
} from '#server/catalogue/catalogue.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
import { authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { undoSetOf } from '#server/console/changes/undo-set.ts'
import { storePiece } from '#server/console/pictures/store-piece.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { FilmDeps } from './film-endpoints.ts'

const maxGroups = 200
const photo = { kind: 'person', width: 480 } as const

export function peopleEndpoints(deps: FilmDeps): readonly BoundEndpoint[] {
  return bindConsole('consolePeople', consolePeople, peopleHandlers(deps))
}

function peopleHandlers(deps: FilmDeps): ConsoleHandlers<typeof consolePeople> {
  const { db, pictures } = deps
  return {
    list: async ({ q, page, limit }) => {
      const { people, count } = await listStaffPeople(db, { text: q ?? '', page, pageSize: limit })
      return respond({ people: people.map(presentPerson), count })
    },
    doubles: async () => {
      const groups = await listDoubles(db, maxGroups)
      return respond({ groups: groups.map((group) => group.map(presentPerson)) })
    },
    one: async ({ id }) => {
      const person = await findStaffPerson(db, id)
      if (person === undefined) return reject('person_gone')
      const merged = person.merged.map((one) => ({
        ...{ id: one.id, name: one.name_ru || one.name_uz || one.name_original },
      }))
      return respond({
        ...presentPerson(person),
        ...{ version: person.version, about_ru: person.aboutRu, about_uz: person.aboutUz },
        ...{ photo: person.photo ?? '', merged },
      })
    },
    save: async ({ id, version, ...edit }, call) => {
      if (edit.photo !== '' && !(await pictures.has(edit.photo))) {
        const person = await findStaffPerson(db, id)
        if (person?.photo !== edit.photo) return reject('picture_refused')
      }
      const columns = { ...edit, photo: edit.photo === '' ? null : edit.photo }
      const outcome = await editPerson(db, { id, version, edit: columns }, authorOf(call, deps))
      if (outcome.kind === 'changed_since')
        return reject('changed_since', { values: { who: outcome.who || '—' } })
      if (outcome.kind === 'nameless') return reject('film_nameless')
      if (outcome.kind !== 'changed') return reject('person_gone')
      await recordSet(deps, 'people_edited', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, changed: outcome.changed })
    },
    merge: async ({ into, doubles }, call) => {
      const outcome = await mergePeople(db, { into, doubles }, authorOf(call, deps))
      if (outcome.kind === 'merged') return reject('person_merged')
      if (outcome.kind !== 'changed') return reject('person_gone')
      await recordSet(deps, 'people_merged', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, changed: outcome.changed })
    },
    picture: (input, call) => storePiece(deps, photo, input, call),
    undo: ({ change_id: changeId }, call) => undoSetOf('films', deps, changeId, call),
  }
}

function presentPerson(person: StaffPerson) {
  const { id, titles, nameRu, nameUz, nameOriginal } = person
  return {
    ...{ id, titles, name_ru: nameRu, name_uz: nameUz, name_original: nameOriginal },
    image: person.photo === null ? '' : pictureAddress('person', id, person.photo, 240),
  }
}
