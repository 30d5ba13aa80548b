// The demo's payment window, behind the interface of Razorpay Checkout. A classic script, loaded by the site when somebody
// pays. Its styles come from a file, so that it works under a policy without inline styles.
(() => {
  const base = new URL('.', document.currentScript.src);

  /** Amounts are in the smallest unit: 19900 is ₹199. */
  function money(amount, currency) {
    return new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en', {
      style: 'currency',
      currency,
      minimumFractionDigits: amount % 100 === 0 ? 0 : 2,
    }).format(amount / 100);
  }

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  async function ask(path, body) {
    const answer = await fetch(new URL(path, base), {
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const json = await answer.json();
    if (!answer.ok) throw new Error(json.error?.description ?? 'The payment could not be made.');
    return json;
  }

  class Razorpay {
    #options;
    #listeners = new Map();
    #host;

    constructor(options) {
      this.#options = options ?? {};
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    open() {
      if (this.#host) return;
      const { name = 'Payment', description = '', order_id: orderId, modal = {} } = this.#options;
      const payButton = element('button', { type: 'button', class: 'pay', disabled: '' }, 'Pay');
      const failButton = element('button', { type: 'button', disabled: '' }, 'Fail this payment');
      const cancelButton = element('button', { type: 'button' }, 'Cancel');
      const status = element('p', { role: 'status', class: 'status' });
      const amount = element('p', { class: 'amount' }, '\u00a0');
      const dialog = element(
        'dialog',
        { 'aria-labelledby': 'title', 'aria-describedby': 'note' },
        element('p', { class: 'badge' }, 'Test payment'),
        element('h2', { id: 'title' }, `Pay ${name}`),
        element('p', { class: 'what' }, description),
        amount,
        element(
          'p',
          { id: 'note', class: 'note' },
          'This is a demo: no card is asked for and no money moves.',
        ),
        status,
        element('div', { class: 'buttons' }, payButton, failButton, cancelButton),
      );
      this.#host = element('div', { 'data-razorpay-sandbox': '' });
      const shadow = this.#host.attachShadow({ mode: 'open' });
      shadow.append(element('link', { rel: 'stylesheet', href: new URL('checkout.css', base).href }), dialog);
      document.body.append(this.#host);
      dialog.showModal();
      cancelButton.focus();

      let isBusy = false;
      const leave = () => {
        if (isBusy) return;
        this.close();
        modal.ondismiss?.();
      };
      const settle = async (outcome) => {
        if (isBusy) return;
        isBusy = true;
        for (const button of [payButton, failButton, cancelButton]) button.disabled = true;
        status.textContent = 'Processing…';
        try {
          const result = await ask('v1/checkout', { order_id: orderId, outcome });
          this.close();
          const { error, ...payment } = result;
          if (outcome === 'paid') this.#options.handler?.(payment);
          else for (const listener of this.#listeners.get('payment.failed') ?? []) listener({ error });
        } catch (error) {
          isBusy = false;
          for (const button of [payButton, failButton, cancelButton]) button.disabled = false;
          status.textContent = error instanceof Error ? error.message : 'The payment could not be made.';
        }
      };
      payButton.addEventListener('click', () => settle('paid'));
      failButton.addEventListener('click', () => settle('failed'));
      cancelButton.addEventListener('click', leave);
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        leave();
      });
      ask(`v1/checkout/${encodeURIComponent(orderId)}`)
        .then((order) => {
          const text = money(order.amount, order.currency);
          amount.textContent = text;
          payButton.textContent = `Pay ${text}`;
          payButton.disabled = false;
          failButton.disabled = false;
          payButton.focus();
        })
        .catch((error) => {
          status.textContent = error instanceof Error ? error.message : 'The order could not be loaded.';
        });
    }

    close() {
      const host = this.#host;
      this.#host = undefined;
      host?.shadowRoot.querySelector('dialog')?.close();
      host?.remove();
    }
  }

  window.Razorpay = Razorpay;
})();
