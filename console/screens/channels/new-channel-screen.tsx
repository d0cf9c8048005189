import { useLocation } from 'wouter'
import { consoleChannels } from '#contract/console/channels.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useCall } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { CategoryPicker, KindPicker } from './channel-pickers.tsx'
import { useChannelsText } from './channels-text.ts'
import { useChannelActs } from './use-channel-acts.ts'
import styles from './channels.module.css'

/** `/channels/new`: a channel that is added by hand; its page follows, where its source can be examined. */
export function NewChannelScreen() {
  const t = useChannelsText()
  const { data, error, refetch } = useCall(consoleChannels.list, { deleted: 0 })
  return (
    <Page
      title={t('addOpen')}
      text={t('addText')}
      above={<BackLink href="/channels" text={t('channelBack')} />}
      isNarrow
    >
      {data !== undefined ? (
        <NewChannel {...data} />
      ) : error === null ? (
        <Skeleton lines={6} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

const generalCategory = '1'

function NewChannel({ channels, categories }: ResponseOf<typeof consoleChannels.list>) {
  const t = useChannelsText()
  const common = useText()
  const [, navigate] = useLocation()
  const acts = useChannelActs()
  const form = useForm(
    consoleChannels.add,
    {
      ...{ name_ru: '', name_uz: '', number: String(freeNumber(channels.map(({ number }) => number))) },
      ...{ category_id: generalCategory, is_radio: 'false', url: '', user_agent: '', referer: '' },
      is_enabled: 'true',
    },
    {
      toInput: ({ number, category_id: category, user_agent: userAgent, referer, ...values }) => ({
        ...{ name_ru: values.name_ru.trim(), name_uz: values.name_uz.trim(), url: values.url.trim() },
        ...{ is_radio: values.is_radio === 'true', is_enabled: values.is_enabled === 'true' },
        ...(number.trim() === '' ? {} : { number: Number(number) }),
        category_id: Number(category),
        ...(userAgent === '' ? {} : { user_agent: userAgent }),
        ...(referer === '' ? {} : { referer }),
      }),
      failureFields: {
        channel_number_taken: 'number',
        category_not_found: 'category_id',
        source_address: 'url',
      },
      onDone: ({ cid, number, change_id: changeId }) => {
        void acts.confirm(changeId, t('added', { number, name: form.values.name_ru.trim() }))
        navigate(`/channels/${cid}`)
      },
    },
  )
  return (
    <Section title={t('column.name')}>
      <form className={styles['form']} onSubmit={form.submit} noValidate>
        <div className={styles['grid']}>
          <TextField field={form.field('name_ru')} label={t('field.name_ru')} isFocused />
          <TextField field={form.field('name_uz')} label={t('field.name_uz')} hint={t('field.nameUzHint')} />
          <TextField field={form.field('number')} label={t('field.number')} inputMode="numeric" />
          <CategoryPicker
            value={form.values.category_id}
            categories={categories}
            onChange={(value) => form.set('category_id', value)}
          />
          <KindPicker value={form.values.is_radio} onChange={(value) => form.set('is_radio', value)} />
        </div>
        <TextField field={form.field('url')} label={t('addUrl')} hint={t('addUrlHint')} />
        <details>
          <summary>{t('sourceHeaders')}</summary>
          <TextField field={form.field('user_agent')} label="User-Agent" hint={t('sourceHeadersHint')} />
          <TextField field={form.field('referer')} label="Referer" />
        </details>
        <div className={styles['flags']}>
          <label>
            <input
              type="checkbox"
              checked={form.values.is_enabled === 'true'}
              onChange={({ target }) => form.set('is_enabled', String(target.checked))}
            />
            <span>{t('addSwitch')}</span>
          </label>
        </div>
        {form.problem === undefined ? null : <p role="alert">{form.problem}</p>}
        <div className={styles['formActs']}>
          <Button onPress={() => navigate('/channels')}>{common('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {t('addSubmit')}
          </Button>
        </div>
      </form>
    </Section>
  )
}

/** The lowest number that no channel has. */
function freeNumber(numbers: readonly number[]): number {
  const taken = new Set(numbers)
  let free = 1
  while (taken.has(free)) free += 1
  return free
}
