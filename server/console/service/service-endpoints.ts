/** What services are called and look like, in the console. */
import { consoleService as endpoints } from '#contract/console/service.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import { authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { undoSetOf } from '#server/console/changes/undo-set.ts'
import { storePiece } from '#server/console/pictures/store-piece.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import { countDemo } from '#server/editing/editing.ts'
import { type SetUpDeps, finishFirstRun, firstTariff, takeDemoAway } from './set-up-handlers.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type ServiceFields,
  type ServiceRefused,
  findFont,
  listServices,
  loadService,
  mainServiceId,
  removeService,
  saveService,
  serviceName,
  storeFont,
} from '#server/site/site.ts'
import {
  type ContactSettings,
  fieldsOf,
  mainHostOf,
  presentBuiltIn,
  presentFont,
  presentService,
  shownIcon,
  shownLogo,
} from './present-service.ts'

export type ServiceDeps = SetUpDeps & {
  readonly pictures: Pick<Pictures, 'append' | 'has' | 'store'>
  readonly settings: ContactSettings
}

export function serviceEndpoints(deps: ServiceDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleService', endpoints, {
    ...brandHandlers(deps),
    picture: (input, call) => storePiece(deps, shownLogo, input, call),
    iconPicture: (input, call) => storePiece(deps, shownIcon, input, call),
    font: ({ bytes }) => takeFont(deps, Buffer.from(bytes, 'base64')),
    firstTariff: ({ name_ru: nameRu, name_uz: nameUz, price }, call) =>
      firstTariff(deps, { nameRu, nameUz, price }, call),
    endFirstRun: (_input, call) => finishFirstRun(deps, call),
    demo: async () => respond({ demo: await countDemo(deps, deps.clock.nowMs()) }),
    removeDemo: (_input, call) => takeDemoAway(deps, call),
    undo: ({ change_id: changeId }, call) => undoSetOf('settings', deps, changeId, call),
  })
}

type Brands = Pick<ConsoleHandlers<typeof endpoints>, 'list' | 'names' | 'show' | 'save' | 'remove'>

function brandHandlers(deps: ServiceDeps): Brands {
  const { db, settings } = deps
  return {
    list: async () =>
      respond(
        (await listServices(db)).map((service) => {
          const { service_id, version, name_ru, name_uz, image, accent, action } = presentService(service)
          return {
            ...{ service_id, version, name_ru, name_uz, image, accent, action },
            hosts: [...service.hosts],
          }
        }),
      ),
    names: async (_input, { language }) =>
      respond(
        (await listServices(db)).map((service) => ({
          id: service.serviceId,
          name: serviceName(service, language),
        })),
      ),
    show: async ({ service_id: id }) => {
      const [service, main] = await Promise.all([loadService(db, id), loadService(db)])
      if (service === undefined) return reject('not_found')
      const above = id === mainServiceId ? undefined : main
      const [font, bold] = await Promise.all([findFont(db, service.font), findFont(db, service.fontBold)])
      return respond({
        ...presentService(service),
        font_file: presentFont(service.font, font),
        font_bold_file: presentFont(service.fontBold, bold),
        built_in: presentBuiltIn(above, settings),
      })
    },
    save: ({ service_id: id, version, ...input }, call) =>
      save(deps, { id: id === 0 ? null : id, version }, fieldsOf(input), call),
    remove: async ({ service_id: id, version }, call) => {
      const outcome = await removeService(db, { id, version }, authorOf(call, deps))
      switch (outcome.kind) {
        case 'changed':
          await recordSet(deps, 'service_removed', call, outcome.changeId)
          return respond({ change_id: outcome.changeId, id })
        case 'changed_since':
          return reject('changed_since', { values: { who: outcome.who || '—' } })
        default:
          return reject('not_found')
      }
    },
  }
}

async function save(
  deps: ServiceDeps,
  target: { readonly id: number | null; readonly version: number },
  fields: ServiceFields,
  call: ConsoleCall,
) {
  for (const picture of [fields.logo, fields.icon])
    if (picture !== '' && !(await deps.pictures.has(picture))) return reject('picture_refused')
  for (const font of [fields.font, fields.fontBold])
    if (font !== '' && (await findFont(deps.db, font)) === undefined) return reject('font_missing')
  const change = { ...target, fields, mainHost: mainHostOf(deps.settings) }
  const outcome = await saveService(deps.db, change, authorOf(call, deps))
  if (outcome.kind !== 'changed') return rejected(outcome)
  await recordSet(deps, target.id === null ? 'service_added' : 'service_saved', call, outcome.changeId)
  return respond({ change_id: outcome.changeId, id: outcome.id })
}

async function takeFont(deps: ServiceDeps, bytes: Buffer) {
  const stored = await storeFont(deps.db, bytes, deps.clock.nowMs())
  switch (stored.kind) {
    case 'lacks':
      return reject('font_lacks_letters', { values: { letters: stored.letters } })
    case 'not_woff2':
      return reject('font_not_woff2')
    case 'too_large':
      throw new Error('the contract lets no larger font pass')
    case 'stored': {
      const { version, facts } = stored
      const shown = presentFont(version, facts)
      if (shown === null) throw new Error('a stored font has facts')
      return respond({ font: version, ...shown })
    }
  }
}

function rejected(outcome: ServiceRefused) {
  switch (outcome.kind) {
    case 'contrast': {
      const values = { has: outcome.has.toFixed(1), needs: String(outcome.needs) }
      return reject(outcome.of === 'accent' ? 'accent_contrast' : 'action_contrast', { values })
    }
    case 'changed_since':
      return reject('changed_since', { values: { who: outcome.who || '—' } })
    case 'host_taken':
      return reject('host_taken', { values: { host: outcome.host, name: outcome.by } })
    case 'no_host':
      return reject('brand_needs_host')
    case 'no_name':
      return reject('brand_needs_name')
    case 'bold_alone':
      return reject('font_bold_alone')
    case 'full':
      return reject('brands_full', { values: { limit: outcome.max } })
    case 'not_found':
      return reject('not_found')
    case 'period':
      throw new Error('a service has no period')
  }
}
