/** The logo of a channel: from a file, from an address, or that of its list again. */
import { useState } from 'react'
import { consoleChannels } from '#contract/console/channels.ts'
import { PictureField } from '#console/pictures/picture-field.tsx'
import { useSending } from '#console/changes/use-sending.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { Channel } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'
import styles from './channels.module.css'

interface ChannelLogoProps {
  readonly channel: Channel
  /** The logo that its list names, when it is not there. */
  readonly listLogo: ResponseOf<typeof consoleChannels.one>['list_logo']
  readonly mayEdit: boolean
}

export function ChannelLogo({ channel, listLogo, mayEdit }: ChannelLogoProps) {
  const t = useChannelsText()
  const { send } = useSending()
  const [isBusy, setIsBusy] = useState(false)
  const set = async (logo: string | null) => {
    setIsBusy(true)
    const edit = { cid: channel.cid, version: channel.version, fields: { logo } }
    await send(consoleChannels.edit, { edits: [edit] }, () => t(logo === null ? 'logoRemoved' : 'logoSet'))
    setIsBusy(false)
  }
  const form = useForm(
    consoleChannels.fetchPicture,
    { address: '' },
    {
      failureFields: { picture_unreachable: 'address', picture_refused: 'address' },
      onDone: ({ picture }) => {
        form.reset()
        void set(picture)
      },
    },
  )
  return (
    <Section title={t('logo')} text={t('logoText')}>
      <LogoShown logo={channel.logo} />
      {listLogo === null || channel.locked.includes('logo') ? null : (
        <div role="note" className={styles['logoProblem']}>
          <strong>{t('logoProblem')}</strong>
          <p>{t(`logoProblem.${listLogo.problem}`, { address: listLogo.address })}</p>
        </div>
      )}
      {mayEdit ? (
        <>
          <PictureField
            endpoint={consoleChannels.picture}
            image={channel.logo}
            isShown={false}
            aspect={1}
            hint={t('logoHint')}
            onChange={({ picture }) => void set(picture === '' ? null : picture)}
          />
          <form className={styles['logoForm']} onSubmit={form.submit} noValidate>
            <TextField field={form.field('address')} label={t('logoAddress')} />
            <Button type="submit" isPending={form.isBusy || isBusy}>
              {t('logoFetch')}
            </Button>
          </form>
        </>
      ) : null}
    </Section>
  )
}

/** As viewers see it, on the dark and on the light theme. */
function LogoShown({ logo }: { readonly logo: string }) {
  const t = useChannelsText()
  if (logo === '') return <p>{t('logoNone')}</p>
  return (
    <div className={styles['logos']}>
      <img className={styles['onDark']} src={logo} alt={t('logoOnDark')} width={80} height={80} />
      <img className={styles['onLight']} src={logo} alt={t('logoOnLight')} width={80} height={80} />
    </div>
  )
}
