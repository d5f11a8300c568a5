/**
 * What the window loads late: a test that shows it whole imports this, so that the compiling of these parts counts to the
 * loading of the file and not to the first test that waits for one of them.
 */
import '../command-menu/command-menu'
import '../consent/consent-layer'
import '../conversation/composer/arguments-dialog'
import '../conversation/composer/model-picker'
import '../conversation/messages/message-list'
import '../servers/servers-dialog'
import '../settings/settings-dialog'
import '../shell/about/about-dialog'
import '../shell/list-dialogs/list-dialogs'
import '../ui/controls/menu'
import '../welcome/welcome'
