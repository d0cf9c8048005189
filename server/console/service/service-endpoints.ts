/** What the service is called and looks like, in the console. */
import { consoleService as endpoints } from '#contract/console/service.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import { authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { undoSetOf } from '#server/console/changes/undo-set.ts'
import { storePiece } from '#server/console/pictures/store-piece.ts'
import { type Pictures, pictureAddress } from '#server/pictures/pictures.ts'
import { countDemo } from '#server/editing/editing.ts'
import { type SetUpDeps, finishFirstRun, firstTariff, takeDemoAway } from './set-up-handlers.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { loadService, saveService, serviceId } from '#server/site/site.ts'

export type ServiceDeps = SetUpDeps & {
  readonly pictures: Pick<Pictures, 'append' | 'has' | 'store'>
  readonly settings: { readonly EKRAN_SUPPORT_PHONE: string }
}

const shownLogo = { kind: 'logo', width: 320 } as const

export function serviceEndpoints(deps: ServiceDeps): readonly BoundEndpoint[] {
  const { db, pictures, settings } = deps
  return bindConsole('consoleService', endpoints, {
    show: async () => {
      const service = await loadService(db)
      const { logo } = service
      return respond({
        ...{ version: service.version, name_ru: service.nameRu, name_uz: service.nameUz, picture: logo },
        image: logo === '' ? '' : pictureAddress(shownLogo.kind, serviceId, logo, shownLogo.width),
        ...{ accent: service.accent, action: service.actionColour, support_phone: service.supportPhone },
        default_language: service.defaultLanguage,
        built_in_phone: settings.EKRAN_SUPPORT_PHONE,
      })
    },
    save: async (input, call) => {
      if (input.picture !== '' && !(await pictures.has(input.picture))) return reject('picture_refused')
      const fields = {
        ...{ nameRu: input.name_ru, nameUz: input.name_uz, logo: input.picture, accent: input.accent },
        ...{ actionColour: input.action, supportPhone: input.support_phone },
        defaultLanguage: input.default_language,
      }
      const outcome = await saveService(db, { version: input.version, fields }, authorOf(call, deps))
      switch (outcome.kind) {
        case 'changed':
          await recordSet(deps, 'service_saved', call, outcome.changeId)
          return respond({ change_id: outcome.changeId, id: outcome.id })
        case 'contrast': {
          const values = { has: outcome.has.toFixed(1), needs: String(outcome.needs) }
          return reject(outcome.of === 'accent' ? 'accent_contrast' : 'action_contrast', { values })
        }
        case 'changed_since':
          return reject('changed_since', { values: { who: outcome.who || '—' } })
        default:
          throw new Error(`settings of the service: ${outcome.kind}`)
      }
    },
    picture: (input, call) => storePiece(deps, shownLogo, input, call),
    firstTariff: ({ name_ru: nameRu, name_uz: nameUz, price }, call) =>
      firstTariff(deps, { nameRu, nameUz, price }, call),
    endFirstRun: (_input, call) => finishFirstRun(deps, call),
    demo: async () => respond({ demo: await countDemo(deps, deps.clock.nowMs()) }),
    removeDemo: (_input, call) => takeDemoAway(deps, call),
    undo: ({ change_id: changeId }, call) => undoSetOf('settings', deps, changeId, call),
  })
}
