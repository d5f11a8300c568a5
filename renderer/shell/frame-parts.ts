/** What the frame of the window draws with the host's state. One file, which loads after the first frame. */
export { RuntimeNotice } from './about/runtime-notice'
export { Banners } from './banners'
export { CurrentPreview } from './current-preview'
export { ExchangeCards } from './exchange-cards'
export { ConversationList } from './list/conversation-list'
export { SelectionBar } from './list/selection-bar'
export { Overlays } from './overlays'
