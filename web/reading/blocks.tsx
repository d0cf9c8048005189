/** The building blocks of a text page: the site and the console's preview show them with this. */
import type { ReactNode } from 'react'
import type { Block } from '#contract/site/information.ts'
import { type PictureText, StepPicture } from './pictures/step-picture.tsx'
import styles from './blocks.module.css'

/** A link to another page of the site. */
export interface PageLink {
  readonly to: string
  readonly className: string | undefined
  readonly children: ReactNode
}

interface BlocksProps {
  readonly blocks: readonly Block[]
  /** On a television the text must be focusable, or a remote control could not scroll to it. */
  readonly stops: boolean
  /** The FAQ entry that the address points to. */
  readonly opened: string
  /** A FAQ entry was expanded. */
  readonly onOpen: (id: string) => void
  readonly link: (link: PageLink) => ReactNode
  /** The texts of drawn pictures. */
  readonly pictureText: PictureText
}

export function Blocks({ blocks, stops, opened, onOpen, link, pictureText }: BlocksProps) {
  return (
    <div className={styles.blocks}>
      {blocks.map((block, index) =>
        block.kind === 'answer' ? (
          <Answer key={block.id} block={block} open={opened === block.id} onOpen={onOpen} />
        ) : block.kind === 'link' ? (
          <Leading key={`${index} ${block.href}`} block={block} link={link} />
        ) : (
          <div
            key={index}
            className={styles[block.kind]}
            {...(stops ? { 'data-stop': '', tabIndex: 0 } : {})}
          >
            <Reading block={block} pictureText={pictureText} />
          </div>
        ),
      )}
    </div>
  )
}

interface ReadingProps extends Pick<BlocksProps, 'pictureText'> {
  readonly block: Exclude<Block, { kind: 'answer' | 'link' }>
}

function Reading({ block, pictureText }: ReadingProps) {
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
          <Items block={block} pictureText={pictureText} />
        </ul>
      )
    case 'steps':
      return (
        <ol>
          <Items block={block} pictureText={pictureText} />
        </ol>
      )
  }
}

interface ItemsProps extends Pick<BlocksProps, 'pictureText'> {
  readonly block: Extract<Block, { kind: 'list' | 'steps' }>
}

/** Each item with its picture, where it has one. */
function Items({ block, pictureText }: ItemsProps) {
  return block.items.map((item, at) => {
    const picture = block.pictures?.[at] ?? null
    return (
      <li key={item}>
        <div className={styles.item}>
          <span className={styles.words}>{item}</span>
          {picture !== null && <StepPicture name={picture} text={pictureText} />}
        </div>
      </li>
    )
  })
}

interface AnswerProps {
  readonly block: Extract<Block, { kind: 'answer' }>
  readonly open: boolean
  readonly onOpen: (id: string) => void
}

/** A question that can be expanded. */
function Answer({ block, open, onOpen }: AnswerProps) {
  return (
    <details
      className={styles.answer}
      id={block.id}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen(block.id)
      }}
    >
      <summary className={styles.question}>
        <h3>{block.question}</h3>
        <Sign d="M5.5 9.5 12 16l6.5-6.5" />
      </summary>
      <p>{block.text}</p>
    </details>
  )
}

interface LeadingProps {
  readonly block: Extract<Block, { kind: 'link' }>
  readonly link: BlocksProps['link']
}

function Leading({ block, link }: LeadingProps) {
  const inside = (
    <>
      <span className={styles.linkName}>{block.name}</span>
      <span className={styles.linkText}>{block.text}</span>
      <Sign d="M9.5 5.5 16 12l-6.5 6.5" />
    </>
  )
  if (block.href.startsWith('/')) return link({ to: block.href, className: styles.link, children: inside })
  const elsewhere = block.href.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a className={styles.link} href={block.href} {...elsewhere}>
      {inside}
    </a>
  )
}

/** Where a line leads: a decoration. */
function Sign({ d }: { readonly d: string }) {
  return (
    <svg
      className={styles.sign}
      width={20}
      height={20}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  )
}
