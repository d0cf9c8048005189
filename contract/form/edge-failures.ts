import type { FailureText } from './failure-text.ts'

/** Failures of the list of edges. Numbers from 6020. */
export const edgeFailures = {
  edge_not_found: {
    status: 404,
    number: 6020,
    ru: 'Такого узла раздачи нет: его удалили. Обновите страницу',
    uz: 'Bunday uzatish uzeli yoʻq: u oʻchirilgan. Sahifani yangilang',
  },
  edge_base_wrong: {
    status: 200,
    number: 6021,
    ru: 'Напишите адрес узла без пути, с https: https://edge1.example.uz. С http можно только числовой адрес своей сети',
    uz: 'Uzel manzilini yoʻlsiz, https bilan yozing: https://edge1.example.uz. http faqat oʻz tarmogʻingizdagi raqamli manzil uchun',
  },
  edge_base_taken: {
    status: 200,
    number: 6022,
    ru: 'Этот адрес уже у узла «{name}». Напишите другой',
    uz: 'Bu manzil «{name}» uzelida bor. Boshqasini yozing',
  },
  edge_health_wrong: {
    status: 200,
    number: 6023,
    ru: 'Напишите адрес проверки целиком: https://edge1.example.uz/healthz, или оставьте поле пустым',
    uz: 'Tekshiruv manzilini toʻliq yozing: https://edge1.example.uz/healthz, yoki maydonni boʻsh qoldiring',
  },
  edge_prefix_wrong: {
    status: 200,
    number: 6024,
    ru: '«{value}» — не сеть. Напишите, например, 10.20.0.0/16 или 2001:db8::/32',
    uz: '«{value}» tarmoq emas. Masalan, 10.20.0.0/16 yoki 2001:db8::/32 deb yozing',
  },
  edges_full: {
    status: 200,
    number: 6025,
    ru: 'Больше {max} не бывает. Удалите лишние',
    uz: '{max} tadan ortiq boʻlmaydi. Keraksizlarini oʻchiring',
  },
  edge_prefixes_full: {
    status: 200,
    number: 6026,
    ru: 'У одного узла бывает не больше {max} сетей. Замените соседние одной более широкой',
    uz: 'Bitta uzelda {max} tadan ortiq tarmoq boʻlmaydi. Yonma-yon turganlarini bitta kengrogʻiga almashtiring',
  },
} as const satisfies Record<string, FailureText>
