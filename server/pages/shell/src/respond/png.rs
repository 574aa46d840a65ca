//! Charts as PNG: whatever answers with SVG at an address that ends in `.svg` is to be had at the same with `.png`.

use std::{str::FromStr, sync::Arc, time::Duration};

use affixboard_report::chart::{self, MOST_ZOOM, USUAL_ZOOM};
use axum::{
    body::{self, Body},
    extract::{Request, State as Extracted},
    http::{HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use tokio::sync::Semaphore;

use crate::Error;
use affixboard_service::{
    compute::{Priority, Scheduler},
    requester::{Requester, work_for},
};

/// Pictures drawn at once: each takes a core and at most 64 MiB.
const AT_ONCE: usize = 2;
/// No chart has more bytes as SVG.
const LARGEST: usize = 16 << 20;

/// Limits how many pictures are drawn at once.
#[derive(Clone)]
pub struct Turns {
    scheduler: Arc<Scheduler>,
    at_once: Arc<Semaphore>,
    /// A picture that isn't drawn after this time isn't waited for.
    patience: Duration,
}

impl Turns {
    /// Turns on this scheduler, waiting at most so long.
    pub fn new(scheduler: Arc<Scheduler>, patience: Duration) -> Turns {
        Turns { scheduler, at_once: Arc::new(Semaphore::new(AT_ONCE)), patience }
    }
}

/// Asks for the SVG where PNG is wanted, and draws it. Answers that are no SVG, such as errors, are passed on.
pub async fn drawn(Extracted(turns): Extracted<Turns>, mut request: Request, next: Next) -> Response {
    let Some(svg) = svg_of(request.uri()) else { return next.run(request).await };
    let zoom = match zoom(request.uri()) {
        Ok(zoom) => zoom,
        Err(error) => return error.into_response(),
    };
    let is_head = request.method() == Method::HEAD;
    *request.uri_mut() = svg;
    // It has to be read here.
    request.headers_mut().remove(header::ACCEPT_ENCODING);
    let answer = next.run(request).await;
    if answer.status() != StatusCode::OK || answer.headers().get(header::CONTENT_TYPE) != Some(&SVG) {
        return answer;
    }
    let (mut head, bytes) = answer.into_parts();
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/png"));
    if is_head {
        return Response::from_parts(head, Body::empty());
    }
    let drawing = tokio::time::timeout(turns.patience, draw(&turns, bytes, zoom));
    let drawn = match head.extensions.get::<Requester>().copied() {
        Some(requester) => work_for(requester, drawing).await,
        None => drawing.await,
    };
    match drawn.unwrap_or_else(|_| Err(Error::too_slow())) {
        Ok(png) => Response::from_parts(head, Body::from(png)),
        Err(error) => error.into_response(),
    }
}

const SVG: HeaderValue = HeaderValue::from_static("image/svg+xml");

async fn draw(turns: &Turns, svg: Body, zoom: u32) -> Result<Vec<u8>, Error> {
    let svg = body::to_bytes(svg, LARGEST).await.map_err(Error::internal)?;
    let svg = String::from_utf8(svg.into()).map_err(Error::internal)?;
    let turn = Arc::clone(&turns.at_once).acquire_owned().await.map_err(Error::internal)?;
    // The turn is kept until it is drawn, or nobody waits for it before it began.
    let drawing = turns.scheduler.spawn(Priority::Interactive, move |_| {
        let _turn = turn;
        chart::png(&svg, zoom)
    });
    drawing.await.map_err(Error::internal)?.map_err(Error::internal)
}

/// The address of the SVG where that of a PNG is asked for. Pictures among the static files are what they are.
fn svg_of(uri: &Uri) -> Option<Uri> {
    let path = uri.path().strip_suffix(".png").filter(|path| !path.starts_with("/static/"))?;
    let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
    Uri::from_str(&format!("{path}.svg{query}")).ok()
}

/// Dots per unit of the drawing.
fn zoom(uri: &Uri) -> Result<u32, Error> {
    let pairs = uri.query().unwrap_or_default().split('&');
    let Some(text) = pairs.filter_map(|pair| pair.strip_prefix("zoom=")).next_back() else { return Ok(USUAL_ZOOM) };
    let known = text.parse().ok().filter(|zoom| (1..=MOST_ZOOM).contains(zoom));
    known.ok_or_else(|| {
        Error::bad_request(format!("zoom: found `{text}`; expected a whole number from 1 to {MOST_ZOOM}."))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_png_are_those_of_svg() {
        let svg = |address: &str| svg_of(&address.parse().expect("an address")).map(|uri| uri.to_string());
        assert_eq!(svg("/batches/1/types/23.png?q=a&zoom=3").as_deref(), Some("/batches/1/types/23.svg?q=a&zoom=3"));
        assert_eq!(svg("/profiles/1/chart.png").as_deref(), Some("/profiles/1/chart.svg"));
        assert_eq!(["/static/icon.png", "/types/23.csv", "/types/23?q=.png"].map(svg), [None, None, None]);
    }

    #[test]
    fn zoom_is_bounded() {
        let zoom = |query: &str| zoom(&format!("/x.png?{query}").parse().expect("an address")).ok();
        assert_eq!(["", "zoom=1", "q=zoom&zoom=4"].map(zoom), [Some(2), Some(1), Some(4)]);
        assert_eq!(["zoom=0", "zoom=5", "zoom=", "zoom=-1", "zoom=1.5"].map(zoom), [None; 5]);
    }
}
