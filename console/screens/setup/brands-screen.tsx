import { Link, useLocation } from 'wouter'
import { consoleService } from '#contract/console/service.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { RemoveBrand } from './remove-brand.tsx'
import { type Service, ServiceEditor } from './service-form.tsx'
import { builtInColours } from './service-preview.tsx'
import { useSetupText } from './setup-text.ts'
import styles from './setup.module.css'

type Listed = ResponseOf<typeof consoleService.list>[number]

/** `/brands`: the services of this installation, and on which sites they are. */
export function BrandsScreen() {
  const t = useSetupText()
  const mayEdit = useMay()('settings', 'edit')
  const { data, error, refetch } = useCall(consoleService.list, {})
  return (
    <Page
      title={t('brands')}
      text={t('brandsText')}
      acts={mayEdit ? <LinkButton href="/brands/new">{t('brandAdd')}</LinkButton> : undefined}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={3} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <ul className={styles['brands']}>
          {data.map((one) => (
            <Brand key={one.service_id} brand={one} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function Brand({ brand }: { readonly brand: Listed }) {
  const t = useSetupText()
  const name = nameOf(brand)
  return (
    <li>
      <Link href={`/brands/${brand.service_id}`} className={styles['brand']}>
        <span className={styles['mark']}>
          {brand.image === '' ? (
            <i style={{ background: brand.accent || builtInColours.accent }} />
          ) : (
            <img src={brand.image} alt="" />
          )}
        </span>
        <span>
          <strong>{name}</strong>
          <small>{brand.service_id === 1 ? t('brandMain') : brand.hosts.join(', ')}</small>
        </span>
      </Link>
    </li>
  )
}

function nameOf({ name_ru: ru, name_uz: uz }: Pick<Service, 'name_ru' | 'name_uz'>): string {
  return (ru === uz || uz === '' ? ru : ru === '' ? uz : `${ru} · ${uz}`) || 'Ekran'
}

/** `/brands/new` and `/brands/<id>`: a service of its own name; `id` null for a new one. */
export function BrandScreen({ id }: { readonly id: number | null }) {
  const t = useSetupText()
  // A new one begins with the contacts of the main one, which it has until it sets its own.
  const { data, error, refetch } = useCall(consoleService.show, { service_id: id ?? 1 })
  if (data === undefined)
    return (
      <Page title={t('brand')} above={<BackLink href="/brands" text={t('brands')} />}>
        {error === null ? <Skeleton lines={8} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  return <ShownBrand service={id === null ? newFrom(data) : data} />
}

function ShownBrand({ service }: { readonly service: Service }) {
  const t = useSetupText()
  const [, navigate] = useLocation()
  const mayEdit = useMay()('settings', 'edit')
  const { service_id: id } = service
  return (
    <Page
      title={id === 0 ? t('brandNew') : nameOf(service)}
      text={id === 1 ? t('brandMain') : t('brandText')}
      above={<BackLink href="/brands" text={t('brands')} />}
      acts={mayEdit && id > 1 ? <RemoveBrand service={service} name={nameOf(service)} /> : undefined}
    >
      <Section title={t('service')} text={t('serviceText')}>
        <ServiceEditor
          latest={service}
          isWhole
          onAdded={(added) => navigate(`/brands/${added}`, { replace: true })}
        />
      </Section>
    </Page>
  )
}

/** An empty service; `main` is the main one. */
function newFrom(main: Service): Service {
  const { built_in: builtIn } = main
  const above = Object.fromEntries(
    (Object.keys(builtIn) as (keyof typeof builtIn)[]).map((name) => [name, main[name] || builtIn[name]]),
  ) as Service['built_in']
  return {
    ...{ service_id: 0, version: 0, name_ru: '', name_uz: '', short_name: '', picture: '', icon: '' },
    ...{ image: '', icon_image: '', accent: '', action: '', support_phone: '', support_email: '' },
    ...{ support_telegram: '', hours_ru: '', hours_uz: '', company: '', address_ru: '', address_uz: '' },
    ...{ default_language: '', hosts: '', built_in: above },
    ...{ font: '', font_bold: '', font_file: null, font_bold_file: null },
  }
}
