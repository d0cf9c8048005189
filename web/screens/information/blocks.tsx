/** The building blocks of a text page. */
import type { Block } from '#contract/site/information.ts'
import { browserHref, currentAddress } from '#web/router/address-bar.ts'
import { Link } from '#web/router/router.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import styles from './information-screen.module.css'

interface BlocksProps {
  readonly blocks: readonly Block[]
  /** On a television the text must be focusable, or a remote control could not scroll to it. */
  readonly stops: boolean
  /** The FAQ entry that the address points to. */
  readonly opened: string
}

export function Blocks({ blocks, stops, opened }: BlocksProps) {
  return (
    <div className={styles.blocks}>
      {blocks.map((block, index) =>
        block.kind === 'answer' ? (
          <Answer key={block.id} block={block} open={opened === block.id} />
        ) : block.kind === 'link' ? (
          <Leading key={`${index} ${block.href}`} block={block} />
        ) : (
          <div
            key={index}
            className={styles[block.kind]}
            {...(stops ? { 'data-stop': '', tabIndex: 0 } : {})}
          >
            <Reading block={block} />
          </div>
        ),
      )}
    </div>
  )
}

function Reading({ block }: { readonly block: Exclude<Block, { kind: 'answer' | 'link' }> }) {
  switch (block.kind) {
    case 'text':
      return <p>{block.text}</p>
    case 'reason':
      return (
        <>
          <h3>{block.title}</h3>
          <p>{block.text}</p>
        </>
      )
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )
    case 'steps':
      return (
        <ol>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ol>
      )
  }
}

interface AnswerProps {
  readonly block: Extract<Block, { kind: 'answer' }>
  readonly open: boolean
}

/** A question that can be expanded; while it is open its address is in the address bar, ready to be shared. */
function Answer({ block, open }: AnswerProps) {
  return (
    <details
      className={styles.answer}
      id={block.id}
      open={open}
      onToggle={({ currentTarget }) => {
        const here = currentAddress()
        const hash = `#${block.id}`
        if (currentTarget.open && here.hash !== hash)
          history.replaceState(history.state, '', browserHref({ ...here, hash }))
      }}
    >
      <summary className={styles.question}>
        <h3>{block.question}</h3>
        <Icon name="down" size={20} className={styles.sign} />
      </summary>
      <p>{block.text}</p>
    </details>
  )
}

function Leading({ block }: { readonly block: Extract<Block, { kind: 'link' }> }) {
  const inside = (
    <>
      <span className={styles.linkName}>{block.name}</span>
      <span className={styles.linkText}>{block.text}</span>
      <Icon name="right" size={20} className={styles.sign} />
    </>
  )
  if (block.href.startsWith('/'))
    return (
      <Link className={styles.link} to={block.href}>
        {inside}
      </Link>
    )
  const elsewhere = block.href.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a className={styles.link} href={block.href} {...elsewhere}>
      {inside}
    </a>
  )
}
