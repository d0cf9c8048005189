import { type FormEvent, useState } from 'react'
import { consoleCities } from '#contract/console/cities.ts'
import { consoleSubscribers } from '#contract/console/subscribers.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody } from '#console/ui/field.tsx'
import { Failed, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import type { SubscriberCard } from './words/subscriber-words.ts'
import { useSubscribersText } from './words/subscribers-text.ts'
import styles from './subscribers.module.css'

/** In which city the subscriber is, and who said so. */
export function CityFact({ card }: { readonly card: SubscriberCard }) {
  const t = useSubscribersText()
  const language = useLanguage()
  const mayEdit = useMay()('subscribers', 'edit')
  const [isOpen, setIsOpen] = useState(false)
  const { name, region, way, city_id: cityId } = card.city
  return (
    <div>
      <dt>{t('city')}</dt>
      <dd className={styles['cityFact']}>
        <span>
          {cityId === 0 ? t('cityNone') : name[language]}
          {cityId === 0 || way === '' ? null : (
            <small>{[region[language], t(`cityWay.${way}`)].filter((one) => one !== '').join(' · ')}</small>
          )}
        </span>
        {mayEdit && !card.is_erased ? (
          <IconButton icon="tools" label={t('cityChange')} onPress={() => setIsOpen(true)} />
        ) : null}
      </dd>
      {isOpen ? <CityDialog card={card} onClose={() => setIsOpen(false)} /> : null}
    </div>
  )
}

interface CityDialogProps {
  readonly card: SubscriberCard
  readonly onClose: () => void
}

function CityDialog({ card, onClose }: CityDialogProps) {
  const t = useSubscribersText()
  const base = useText()
  const language = useLanguage()
  const { data, error, refetch } = useCall(consoleCities.list, {})
  const [chosen, choose] = useState(card.city.city_id)
  const [problem, setProblem] = useState<string>()
  const set = useAct(consoleCities.setAccount, {
    changes: [consoleSubscribers.card, consoleSubscribers.timeline, consoleCities.list],
    onDone: () => {
      showToast(t('citySaved'))
      onClose()
    },
    onFailed: (error) => setProblem(error.message),
  })
  const cities = data?.cities ?? []
  const city = cities.find(({ city_id: id }) => id === chosen)
  const regionId = city === undefined ? 0 : city.region_id || city.city_id
  const choiceOf = (id: number, label: string) => ({ value: String(id), label })
  // What a network suggested can be confirmed as it is.
  const isChange = chosen !== card.city.city_id || card.city.way === 'network'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (data !== undefined && isChange && !set.isPending)
      set.mutate({ account_id: card.account_id, city_id: chosen })
  }
  return (
    <Dialog title={t('cityTitle')} isOpen onClose={onClose}>
      <form className={styles['cityForm']} onSubmit={submit}>
        <FormBody problem={problem}>
          <p className={styles['quiet']}>{t('cityText')}</p>
          {data === undefined ? (
            error === null ? (
              <Skeleton lines={2} />
            ) : (
              <Failed error={error} onRetry={() => void refetch()} />
            )
          ) : (
            <>
              <Picker
                label={t('cityRegion')}
                value={String(regionId)}
                choices={[
                  choiceOf(0, t('cityNone')),
                  ...cities
                    .filter(({ region_id: region }) => region === 0)
                    .map(({ city_id: id, name }) => choiceOf(id, name[language])),
                ]}
                onChange={(next) => choose(Number(next))}
              />
              {regionId === 0 ? null : (
                <Picker
                  label={t('city')}
                  value={String(chosen)}
                  choices={[
                    choiceOf(regionId, t('cityWhole')),
                    ...cities
                      .filter(({ region_id: region }) => region === regionId)
                      .map(({ city_id: id, name }) => choiceOf(id, name[language])),
                  ]}
                  onChange={(next) => choose(Number(next))}
                />
              )}
            </>
          )}
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{base('common.cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            isDisabled={data === undefined || !isChange}
            isPending={set.isPending}
          >
            {base('common.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
